const { ModuleProvider, Modules } = require("@medusajs/framework/utils")
const { default: StripeProvider } = require("@medusajs/payment-stripe/dist/services/stripe-provider")
const { default: Stripe } = require("stripe")

/** Medusa's own Stripe provider with a client for `options.port` on this machine. */
class StubbedStripe extends StripeProvider {
  constructor(cradle, options) {
    super(cradle, options)
    this.stripe_ = new Stripe(options.apiKey, { host: "127.0.0.1", port: options.port, protocol: "http" })
  }
}

module.exports = ModuleProvider(Modules.PAYMENT, { services: [StubbedStripe] })
