// Plain old syntax: this file must also be readable for the Node it refuses.

/**
 * The problem with the running Node, or `undefined` when it will do. Understands the forms that package.json uses:
 * `^20.19` (that major, from that minor on) and `>=22.12`, joined by `||`.
 *
 * @param {string} version `process.versions.node`, for example "20.19.0"
 * @param {string} engines `engines.node` of package.json, for example "^20.19 || >=22.12"
 * @returns {string | undefined} text for a person, naming both versions
 */
export function nodeVersionProblem(version, engines) {
  const running = parse(version)
  const fits = engines.split("||").some((range) => {
    const match = /^(\^|>=)\s*(\d+(?:\.\d+)*)$/.exec(range.trim())
    if (!match) return false
    const wanted = parse(String(match[2]))
    return atLeast(running, wanted) && (match[1] === ">=" || running[0] === wanted[0])
  })
  if (fits) return undefined
  const wanted = engines.split("||").map(inWords).join(" or ")
  return (
    `This project needs Node ${wanted}; this is Node ${version} (${process.execPath}).\n` +
    "Install one of these versions and run the command again. Nothing was changed."
  )
}

/** @param {string} range @returns {string} */
function inWords(range) {
  const [, sign, version = ""] = /^(\^|>=)\s*(.*)$/.exec(range.trim()) || []
  return sign === "^" ? `${version} (or a later ${version.split(".")[0]})` : `${version} and later`
}

function parse(/** @type {string} */ version) {
  return version.split(".").map(Number)
}

function atLeast(/** @type {number[]} */ running, /** @type {number[]} */ wanted) {
  const differs = wanted.findIndex((number, i) => running[i] !== number)
  return differs < 0 || Number(running[differs]) > Number(wanted[differs])
}
