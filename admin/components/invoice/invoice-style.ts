/** The style of an invoice, on screen and on paper. The printer's own paper size applies, Letter or A4. */
export const INVOICE_STYLE = `
  @page { margin: 16mm 15mm 18mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #52525b } }
  * { box-sizing: border-box; margin: 0; padding: 0 }
  :root { color-scheme: light }
  body { font: 9pt/1.4 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; color: #18181b; background: #fff }
  header, .parties { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 6mm 8mm; margin-bottom: 7mm }
  header > *, .parties > * { flex: 1 1 60mm; min-width: 0 }
  h1 { font-size: 18pt; line-height: 1.2; margin-bottom: 3mm }
  h2 { font-size: 8pt; color: #52525b; margin-bottom: 1mm }
  .seller { white-space: pre-line; overflow-wrap: anywhere }
  .seller::first-line, .name { font-weight: 600 }
  .address { white-space: pre-line; overflow-wrap: anywhere }
  .facts { display: grid; grid-template-columns: auto 1fr; gap: 0.5mm 5mm }
  .facts dt, .small { color: #52525b }
  .facts dd { overflow-wrap: anywhere }
  .notice { border: 1px solid #18181b; padding: 2mm 3mm; margin-bottom: 6mm; font-weight: 600 }
  table { width: 100%; border-collapse: collapse; line-height: 1.3 }
  th, td { padding: 1.1mm 0; text-align: start; vertical-align: top; font-weight: 400 }
  thead th { font-size: 8pt; color: #52525b; border-bottom: 1px solid #18181b; vertical-align: bottom }
  tbody tr { border-bottom: 1px solid #d4d4d8; break-inside: avoid }
  .text { overflow-wrap: anywhere }
  .number { text-align: end; white-space: nowrap; padding-inline-start: 5mm; font-variant-numeric: tabular-nums }
  .small { font-size: 8pt; overflow-wrap: anywhere }
  .totals { width: 110mm; max-width: 100%; margin-block-start: 4mm; margin-inline-start: auto }
  .totals tr { border-bottom: 0 }
  .totals th, .totals td { padding: 1mm 0 }
  .totals .sum > * { border-top: 1px solid #18181b; font-weight: 600; padding-top: 1.6mm }
  .end { break-inside: avoid }
  .end > p { margin-top: 6mm }
  @media screen {
    body { font-size: 10pt; padding: 12mm; max-width: 216mm; margin: 0 auto }
  }
  @media screen and (max-width: 600px) {
    body { padding: 5mm }
    .number { padding-inline-start: 3mm }
  }
`
