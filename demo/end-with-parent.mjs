/** Loaded with `node --import` into a program that has a channel to its parent. Ends the program when the parent ends, even on `kill -9`. */
process.on("disconnect", () => process.exit(1))
process.channel?.unref()
// Forked processes must not inherit this argument, because they have a channel of their own.
process.execArgv.splice(process.execArgv.indexOf("--import"), 2)
