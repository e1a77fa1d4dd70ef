import { isLoopback, type LeaseServiceOptions } from "../../../client"

/** Where the service is asked, and with what. `ends`: the last two signs of the secret; null where it is too short to show any. */
export type ServiceAddress = {
  address: string
  loopback: boolean
  login: "password" | "hash"
  username: string | null
  ends: string | null
}

/** The connection as people may see it. */
export function describeConnection({ baseUrl, username, password, authHash }: LeaseServiceOptions): ServiceAddress {
  const { origin, pathname, hostname } = new URL(baseUrl)
  return {
    address: `${origin}${pathname}`.replace(/\/+$/, ""),
    loopback: isLoopback(hostname),
    login: authHash === undefined ? "password" : "hash",
    username: username ?? null,
    ends: endOf(authHash ?? password ?? ""),
  }
}

/** Enough to tell two secrets apart, too little to guess one. The padding of a hash tells nothing. */
function endOf(secret: string): string | null {
  const plain = secret.replace(/=+$/, "")
  return plain.length >= 8 ? plain.slice(-2) : null
}
