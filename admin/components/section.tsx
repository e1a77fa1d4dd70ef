import { Container, Heading } from "@medusajs/ui"
import type { ReactNode } from "react"

type Props = { title: string; level?: "h1" | "h2"; aside?: ReactNode; children?: ReactNode }

export function Section({ title, level = "h2", aside, children }: Props) {
  return (
    <Container data-lease-box className="divide-y p-0">
      <div className="flex min-h-16 flex-wrap items-center justify-between gap-2 px-6 py-4">
        <Heading level={level} className="text-ui-fg-base">
          {title}
        </Heading>
        <div className="flex flex-wrap items-center gap-2">{aside}</div>
      </div>
      {children}
    </Container>
  )
}
