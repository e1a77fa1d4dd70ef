/** Thrown if a file is invalid or ambiguous. The message says what to do. */
export class Unreadable extends Error {}
