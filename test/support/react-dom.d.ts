/** The few things that tests need of it; its own types are not installed. */
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
