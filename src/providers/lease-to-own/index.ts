import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import refuseId from "./refuse-id"
import LeaseToOwnProvider from "./service"

export default ModuleProvider(Modules.PAYMENT, { services: [LeaseToOwnProvider], loaders: [refuseId] })
