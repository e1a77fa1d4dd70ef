/** Thrown if a file can't be read without doubt. The message says what to do. */
export class Unreadable extends Error {}
