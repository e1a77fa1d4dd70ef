/**
 * @typedef {{ number: number, route?: string, applicationId?: string, status: number | null, line: string, body?: unknown }}
 *   JournalLine what is read here of a call in the sandbox's journal
 */

/**
 * What the service was told, as the sandbox wrote it down.
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
 * Follows one checkout through a journal that others may write into as well: its application is the first that is new, and
 * from then on only calls of that application count.
 */
export class JournalFollower {
  #seen = 0
  /** @type {string | undefined} */
  #applicationId
  /** @type {JournalLine[]} every call of this checkout so far */
  calls = []

  /** @param {string} sandboxUrl */
  constructor(sandboxUrl) {
    this.sandboxUrl = sandboxUrl
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
    this.#applicationId ??= fresh.find(({ route }) => route === "POST /application")?.applicationId
    const ours = fresh.filter(
      ({ applicationId }) => applicationId !== undefined && applicationId === this.#applicationId,
    )
    this.calls.push(...ours)
    return ours
  }
}
