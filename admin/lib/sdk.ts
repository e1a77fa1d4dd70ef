import Medusa from "@medusajs/js-sdk"
import { leaseToOwnAdmin } from "../../src/api/admin-client"

declare const __BACKEND_URL__: string | undefined
declare const __AUTH_TYPE__: "session" | "jwt" | undefined
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined

/** A client for the same server and login method as the dashboard's own client, which isn't exported. */
export const sdk = new Medusa({
  baseUrl: (typeof __BACKEND_URL__ === "undefined" ? undefined : __BACKEND_URL__) || "/",
  auth: {
    type: (typeof __AUTH_TYPE__ === "undefined" ? undefined : __AUTH_TYPE__) || "session",
    jwtTokenStorageKey:
      (typeof __JWT_TOKEN_STORAGE_KEY__ === "undefined" ? undefined : __JWT_TOKEN_STORAGE_KEY__) || undefined,
  },
})

export const leaseToOwn = leaseToOwnAdmin(sdk)
