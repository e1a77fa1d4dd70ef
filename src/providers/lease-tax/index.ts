import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import LeaseTaxProvider from "./service"

export default ModuleProvider(Modules.TAX, { services: [LeaseTaxProvider] })
