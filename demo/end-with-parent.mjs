/** `node --import` this: a program that was started with a channel to its parent ends with it, `kill -9` of the parent included. */
process.on("disconnect", () => process.exit(1))
process.channel?.unref()
// What it forks takes its arguments over, and lives by its channel.
process.execArgv.splice(process.execArgv.indexOf("--import"), 2)
