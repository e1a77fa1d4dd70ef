import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { PROVIDER_ID } from "../../medusa/read/carts"
import { refuseIdOf } from "../refuse-id"
import LeaseToOwnProvider from "./service"

export const refuseId = refuseIdOf("payment", "lease-to-own", PROVIDER_ID, "no cart could be leased")

export default ModuleProvider(Modules.PAYMENT, { services: [LeaseToOwnProvider], loaders: [refuseId] })
