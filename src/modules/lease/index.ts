import { Module } from "@medusajs/framework/utils"
import checkOptions from "./loaders/check-options"
import LeaseModuleService from "./service"

export const LEASE_MODULE = "lease"

export default Module(LEASE_MODULE, { service: LeaseModuleService, loaders: [checkOptions] })
