const vm = require("node:vm")
const { TestEnvironment } = require("jest-environment-node")

/**
 * Jest's Node environment on a context of the plain kind. Jest's own looks globals up through a proxy, each time that a module says `Object` or
 * `Promise`. With jest 30.5, a suite with a Medusa (`integration/other-modules.spec.ts`) took 25.1 s of CPU time with this one and 27.7 s without.
 */
module.exports = class PlainEnvironment extends TestEnvironment {
  /** @param {ConstructorParameters<typeof TestEnvironment>} given */
  constructor(...given) {
    const { createContext } = vm
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY)
    try {
      super(...given)
    } finally {
      vm.createContext = createContext
    }
  }
}
