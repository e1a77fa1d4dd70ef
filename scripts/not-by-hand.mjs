/** Stops `npm publish` in a package's folder: it would pass over the tests, and publish one of four packages that belong together. */
console.error("Nothing was published. `npm run release` publishes the four packages together, after their tests.")
process.exitCode = 1
