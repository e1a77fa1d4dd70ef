/** The command line of `init`. `words` are its words without the password, to repeat them in a message. */
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
  words: string[]
}
