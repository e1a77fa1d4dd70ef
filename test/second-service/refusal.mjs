/** A call that is refused: nothing was changed, and the caller reads why. */
export class Refusal extends Error {
  /**
   * @param {number} status of HTTP
   * @param {string} code
   * @param {string[]} details one for each problem
   * @param {Record<string, string>} [headers]
   */
  constructor(status, code, details, headers = {}) {
    super(details.join(" "))
    this.status = status
    this.headers = headers
    this.body = { errors: details.map((detail) => ({ code, detail })) }
  }
}
