import { parseArgs } from "node:util"
import { startSecondService } from "./service.mjs"

const { values } = parseArgs({ options: { port: { type: "string", default: "0" } } })
const service = await startSecondService({ port: Number(values.port) })
console.log(`Base URL: ${service.baseUrl}`)
console.log(`Username: ${service.username}`)
console.log(`Password: ${service.password}`)
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => service.close())
