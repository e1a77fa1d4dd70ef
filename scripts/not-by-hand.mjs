/**
 * Stops `npm publish` in a package's folder, because it would skip the tests and publish only one of four packages that belong together.
 */
console.error("Nothing was published. `npm run release` publishes the four packages together, after their tests.")
process.exitCode = 1
