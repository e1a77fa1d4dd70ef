import Medusa from "@medusajs/js-sdk"
import { leaseToOwnAdmin } from "../../src/api/admin-client"

declare const __BACKEND_URL__: string | undefined
declare const __AUTH_TYPE__: "session" | "jwt" | undefined
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined

/** The dashboard doesn't export its own client. This one calls the same server in the same way, with a session or a token. */
export const sdk = new Medusa({
  baseUrl: (typeof __BACKEND_URL__ === "undefined" ? undefined : __BACKEND_URL__) || "/",
  auth: {
    type: (typeof __AUTH_TYPE__ === "undefined" ? undefined : __AUTH_TYPE__) || "session",
    jwtTokenStorageKey:
      (typeof __JWT_TOKEN_STORAGE_KEY__ === "undefined" ? undefined : __JWT_TOKEN_STORAGE_KEY__) || undefined,
  },
})

/** The client for the plugin's own routes, using the dashboard's login. */
export const leaseToOwn = leaseToOwnAdmin(sdk)
