/** The one thing that the page needs of it; its own types are not installed. */
declare module "react-dom/client" {
  import type { ReactNode } from "react"
  export function createRoot(container: Element): { render(node: ReactNode): void }
}

/** The bundler takes style sheets; the compiler has to be told. */
declare module "*.css"
