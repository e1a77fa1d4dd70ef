/** The few types that tests need, because react-dom's own aren't installed. */
declare module "react-dom/client" {
  import type { ReactNode } from "react"
  export type Root = { render(node: ReactNode): void; unmount(): void }
  export function createRoot(container: Element): Root
  export function hydrateRoot(
    container: Element,
    node: ReactNode,
    options?: { onRecoverableError?: (error: unknown) => void },
  ): Root
}

declare module "react-dom/server" {
  import type { ReactNode } from "react"
  export function renderToString(node: ReactNode): string
}
