/**
 * @typedef {{ number: number, route?: string, applicationId?: string, status: number | null, line: string, body?: unknown }}
 *   JournalLine what is read here of a call in the sandbox's journal
 */

/**
 * Calls to the service, as the sandbox wrote them down.
 *
 * @param {string} sandboxUrl
 * @returns {Promise<JournalLine[]>} in the order of arrival
 */
export async function readJournal(sandboxUrl) {
  const response = await fetch(`${sandboxUrl}/__sandbox/journal`)
  if (!response.ok) throw new Error(`The sandbox at ${sandboxUrl} shows no journal: ${response.status}`)
  const { entries } = await response.json()
  return entries
}

/**
 * The newest application that the sandbox has.
 *
 * @param {string} sandboxUrl
 * @returns {Promise<string | undefined>}
 */
export async function newestApplication(sandboxUrl) {
  const response = await fetch(`${sandboxUrl}/__sandbox/leases`)
  if (!response.ok) throw new Error(`The sandbox at ${sandboxUrl} shows no leases: ${response.status}`)
  const { leases } = await response.json()
  return leases.at(-1)?.applicationId
}

/**
 * The state of a lease at the service.
 *
 * @param {string} sandboxUrl
 * @param {string | undefined} applicationId
 * @returns {Promise<string>}
 */
async function readLeaseState(sandboxUrl, applicationId) {
  const response = await fetch(`${sandboxUrl}/__sandbox/leases/${applicationId}`)
  if (!response.ok) throw new Error(`The sandbox at ${sandboxUrl} does not show the lease: ${response.status}`)
  const { state } = await response.json()
  return state
}

/**
 * Follows one checkout through a journal that others may write into as well: its application is the first that is new, and
 * from then on only calls of that application count.
 */
export class JournalFollower {
  #seen = 0
  #told = 0
  /** @type {string | undefined} of the lease that is followed, once it has applied */
  applicationId
  /** @type {JournalLine[]} every call of this checkout so far */
  calls = []

  /** @param {string} sandboxUrl @param {string} [applicationId] known already: it applied elsewhere */
  constructor(sandboxUrl, applicationId) {
    this.sandboxUrl = sandboxUrl
    this.applicationId = applicationId
  }

  /** Passes over everything that is there already. */
  async skip() {
    const journal = await readJournal(this.sandboxUrl)
    this.#seen = journal.at(-1)?.number ?? 0
  }

  /** @returns {Promise<JournalLine[]>} calls of this checkout since the last look */
  async next() {
    const fresh = (await readJournal(this.sandboxUrl)).filter(({ number }) => number > this.#seen)
    this.#seen = fresh.at(-1)?.number ?? this.#seen
    this.applicationId ??= fresh.find(({ route }) => route === "POST /application")?.applicationId
    const ours = fresh.filter(
      ({ applicationId }) => applicationId !== undefined && applicationId === this.applicationId,
    )
    this.calls.push(...ours)
    return ours
  }

  /**
   * For checking: the calls to the service since this was asked last, and the lease's state there now.
   *
   * @returns {Promise<{ calls: JournalLine[], state: string }>}
   */
  async told() {
    await this.next()
    const calls = this.calls.slice(this.#told)
    this.#told = this.calls.length
    return { calls, state: await readLeaseState(this.sandboxUrl, this.applicationId) }
  }
}
