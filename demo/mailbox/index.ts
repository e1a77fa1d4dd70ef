import { appendFile } from "node:fs/promises"
import type { ProviderSendNotificationDTO } from "@medusajs/framework/types"
import { AbstractNotificationProviderService, ModuleProvider, Modules } from "@medusajs/framework/utils"

/** Sends nothing: each e-mail becomes a line of a file, which the demo's page `/mail` shows. */
class Mailbox extends AbstractNotificationProviderService {
  static identifier = "mailbox"

  constructor(
    _container: object,
    private readonly options: { file: string },
  ) {
    super()
  }

  async send({ to, content, data }: ProviderSendNotificationDTO) {
    const mail = { at: new Date(), to, subject: content?.subject, text: content?.text, language: data?.language }
    // One-time codes are for their reader alone.
    await appendFile(this.options.file, `${JSON.stringify(mail)}\n`, { mode: 0o600 })
    return {}
  }
}

export default ModuleProvider(Modules.NOTIFICATION, { services: [Mailbox] })
