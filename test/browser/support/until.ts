const WITHIN_MS = 20_000
const LOOK_EVERY_MS = 20

/** Waits for what happens outside of the page. */
export async function until(happened: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + WITHIN_MS
  while (!(await happened())) {
    if (Date.now() > end) throw new Error(`It did not happen within ${WITHIN_MS / 1000} s.`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
