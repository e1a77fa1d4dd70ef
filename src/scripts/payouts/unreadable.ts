/** Thrown if a file is invalid or ambiguous. The message says what to do. */
export class Unreadable extends Error {}

/** Returns a message that is safe to print. The database's own messages repeat the values sent to it. */
export function messageOf(error: unknown): string {
  if (error instanceof Unreadable) return error.message
  const { code, path } = (error ?? {}) as { code?: unknown; path?: unknown }
  if (code === "ENOENT") return `There is no file ${path}.`
  if (code === "EISDIR") return "This is a folder, not a file."
  const name = typeof code === "string" && /^\w+$/.test(code) ? ` (${code})` : ""
  return `This failed${name}. Check the database and the disk, then run it again.`
}
