import { basename } from "node:path"
import { type Decimal, decimalOf, signOf } from "./amount-text"
import { type DayOrder, dayOrderOf } from "./date-text"
import type { Settings } from "./settings"
import { Unreadable } from "./unreadable"

/** Where a value is, for messages. */
type Place = { file: string; line: number; text: string }

/** Determines which of two ways to read a column is right. Keeps the first value that proves each, and the first that fits both. */
class Evidence<Choice extends string> {
  private readonly proofs = new Map<Choice | "either", Place>()

  add(choice: Choice | "either" | null, place: Place): void {
    if (choice !== null && !this.proofs.has(choice)) this.proofs.set(choice, place)
  }

  /** Returns the proven choice, or undefined if no value needs one. Throws if values contradict each other, or if none proves a needed choice. */
  decide(what: string, flag: string, choices: readonly [Choice, Choice]): Choice | undefined {
    const [one, other] = choices.map((choice) => this.proofs.get(choice))
    const flags = choices.map((choice) => `${flag} ${choice}`).join(" or ")
    if (one && other)
      throw new Unreadable(
        `${what} are written in two ways: ${shown(one)}, and ${shown(other)}. Correct the file, or add ${flags}.`,
      )
    if (one) return choices[0]
    if (other) return choices[1]
    const unclear = this.proofs.get("either")
    if (unclear) throw new Unreadable(`${what} can be read in two ways, such as ${shown(unclear)}. Add ${flags}.`)
    return undefined
  }
}

function shown({ file, line, text }: Place): string {
  return `${text.trim()} in ${basename(file)}, line ${line}`
}

export type Style = { decimal: Decimal; dates: DayOrder; fees: "positive" | "negative" }
/** The texts of one line that show how its file is written. */
type Texts = { amount: string; fee: string; date: string }

/** Determines from whole columns how amounts, dates and fees are written. What the settings say needs no evidence. */
export class StyleEvidence {
  private readonly decimals = new Evidence<Decimal>()
  private readonly orders = new Evidence<DayOrder>()
  private readonly fees = new Evidence<"positive" | "negative">()

  add({ amount, fee, date }: Texts, file: string, line: number): void {
    for (const text of [amount, fee]) this.decimals.add(decimalOf(text), { file, line, text })
    this.orders.add(dayOrderOf(date), { file, line, text: date })
    const [paid, deducted] = [signOf(amount), signOf(fee)]
    // Only payments are evidence, because a reversal may or may not refund its fee.
    if (paid === 1 && deducted) this.fees.add(deducted === 1 ? "positive" : "negative", { file, line, text: fee })
  }

  /** Returns the settings, completed with what the columns show. `style` has a default if no value needs a choice. */
  decide(settings: Settings): { settings: Settings; style: Style } {
    const decimal = settings.decimal ?? this.decimals.decide("Amounts", "--decimal", [".", ","])
    const dates = settings.dates ?? this.orders.decide("Dates", "--dates", ["MM/DD/YYYY", "DD/MM/YYYY"])
    const fees = settings.fees ?? this.fees.decide("Fees", "--fees", ["positive", "negative"])
    return {
      settings: {
        ...settings,
        ...(fees && { fees }),
        ...(decimal && { decimal }),
        ...(dates && { dates }),
      },
      style: { decimal: decimal ?? ".", dates: dates ?? "MM/DD/YYYY", fees: fees ?? "positive" },
    }
  }
}
