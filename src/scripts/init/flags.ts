/** The command line of `init`. `args` are its words as they were given. */
export type InitFlags = {
  baseUrl?: string
  username?: string
  password?: string
  operator?: string
  contact?: string
  mode: "test" | "live"
  salesTax: "in_cart" | "by_operator"
  regions: string[]
  dryRun: boolean
  yes: boolean
  upgrade: boolean
  args: readonly string[]
}

/** Returns a command line as it can be typed again, without the password. */
export function shownArgs(args: readonly string[]): string[] {
  return args
    .filter((word, at) => !word.startsWith("--password") && args[at - 1] !== "--password")
    .map((word) => (/^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
}
