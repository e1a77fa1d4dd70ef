import { Table } from "@medusajs/ui"
import type { ReactNode } from "react"

type Props = {
  /** Names the table. */
  label: string
  /** The first column has the rows' names, and the others have figures. */
  columns: string[]
  children: ReactNode
}

/** A table of figures that scrolls sideways on a narrow screen. */
export function FunnelTable({ label, columns, children }: Props) {
  return (
    <section
      // Lets keyboard users scroll sideways.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      aria-label={label}
      className="overflow-x-auto"
    >
      <Table aria-label={label}>
        <Table.Header>
          <Table.Row>
            {columns.map((column, place) => (
              <Table.HeaderCell key={column} scope="col" className={place ? "pe-6 text-end" : "text-start"}>
                {column}
              </Table.HeaderCell>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>{children}</Table.Body>
      </Table>
    </section>
  )
}

/** A row's name, with its bar. */
export function RowName({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className="txt-compact-small text-ui-fg-base py-3 pe-6 ps-6 text-start font-normal">
      {children}
    </th>
  )
}

export function Figure({ children }: { children: ReactNode }) {
  return (
    <Table.Cell className="text-ui-fg-base whitespace-nowrap py-3 pe-6 text-end tabular-nums">{children}</Table.Cell>
  )
}
