/** For `node --import`: ends a program that was started with a channel to its parent together with the parent, even on `kill -9`. */
process.on("disconnect", () => process.exit(1))
process.channel?.unref()
// Forked processes would inherit this argument, but end with their own channel.
process.execArgv.splice(process.execArgv.indexOf("--import"), 2)
