import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { TAX_PROVIDER_ID } from "../../medusa/read/taxes"
import { refuseIdOf } from "../refuse-id"
import LeaseTaxProvider from "./service"

export const refuseId = refuseIdOf("tax", "lease-tax", TAX_PROVIDER_ID, "no cart could be leased without sales tax")

export default ModuleProvider(Modules.TAX, { services: [LeaseTaxProvider], loaders: [refuseId] })
