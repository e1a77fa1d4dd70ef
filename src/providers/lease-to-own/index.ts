import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import LeaseToOwnProvider from "./service"

export default ModuleProvider(Modules.PAYMENT, { services: [LeaseToOwnProvider] })
