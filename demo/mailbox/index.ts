import { appendFile } from "node:fs/promises"
import type { ProviderSendNotificationDTO } from "@medusajs/framework/types"
import { AbstractNotificationProviderService, ModuleProvider, Modules } from "@medusajs/framework/utils"

/** Sends nothing. Writes each email to a line of a file, which the demo shows at `/mail`. */
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
    // Only the owner may read the file, because it contains one-time codes.
    await appendFile(this.options.file, `${JSON.stringify(mail)}\n`, { mode: 0o600 })
    return {}
  }
}

export default ModuleProvider(Modules.NOTIFICATION, { services: [Mailbox] })
