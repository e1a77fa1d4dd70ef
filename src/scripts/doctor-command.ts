#!/usr/bin/env node
import { parseArgs } from "node:util"
import { asCommand, runInStore } from "./run-in-store"

const HELP = `lease-to-own-doctor [options]
Says what is set up wrong in the store of this folder, and what to do. Exits with status 1 when something is wrong.
  --before-removal   what is left to do before the plugin is removed`

asCommand(() => {
  const { values } = parseArgs({
    options: { "before-removal": { type: "boolean" }, help: { type: "boolean", short: "h" } },
  })
  if (values.help) return void process.stdout.write(`${HELP}\n`)
  runInStore("doctor", values["before-removal"] ? ["before-removal"] : [])
})
