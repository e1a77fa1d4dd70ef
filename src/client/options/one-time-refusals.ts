/** Why a one-time URL isn't called, by code. Each text completes a sentence without repeating any part of the URL. */
export const ONE_TIME_REFUSALS = {
  link_no_address: "it is not a URL",
  link_credentials: "it contains credentials",
  link_to_this_machine: "it points to this machine",
  link_not_https: "it does not use https",
  link_to_private_network: "it points to a private network",
  link_to_other_host: "its host is not the operator's",
  link_to_other_path: "its path is not that of a one-time URL",
} as const

export type OneTimeRefusal = keyof typeof ONE_TIME_REFUSALS
