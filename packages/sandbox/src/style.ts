/** Colors and basic styles for all pages, light and dark, for widths from 320 px. No web fonts and no requests. */
const shared = `
:root {
  color-scheme: light dark;
  --ground: #f5f6f8; --sheet: #ffffff; --ink: #1b2330; --soft: #566072; --line: #d9dee7;
  --accent: #1d4f91; --on-accent: #ffffff; --good: #1c6b45; --good-ground: #e6f4ec; --bad: #a3231f; --warn-ground: #fff4d6; --warn: #5f4700;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12161d; --sheet: #1b212b; --ink: #e8ecf3; --soft: #a5b0c2; --line: #343d4c;
    --accent: #8ab8f5; --on-accent: #0d1b2e; --good: #7fd6a8; --good-ground: #173226; --bad: #ff9c94; --warn-ground: #3a2f10; --warn: #f4dc97;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`

export const contractStyle = `${shared}
.sandbox { margin: 0; padding: 8px 16px; background: var(--warn-ground); color: var(--warn); font-size: 14px; text-align: center; }
main { max-width: 680px; margin: 0 auto; padding: 20px 16px 48px; }
h1 { margin: 4px 0; font-size: 26px; line-height: 1.2; letter-spacing: -0.01em; }
h2, legend { margin: 0 0 8px; padding: 0; font-size: 18px; font-weight: 650; line-height: 1.3; }
.lead { margin: 0 0 20px; color: var(--soft); overflow-wrap: anywhere; }
.lead strong { color: var(--ink); }
section, fieldset { margin: 0 0 16px; padding: 16px; background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; min-width: 0; }
fieldset legend { float: left; width: 100%; }
fieldset legend + * { clear: both; }
dl { margin: 0; }
.row { display: flex; justify-content: space-between; gap: 16px; padding: 7px 0; border-top: 1px solid var(--line); }
.row:first-child { border-top: 0; }
dt { overflow-wrap: anywhere; min-width: 0; }
dd { margin: 0; white-space: nowrap; font-variant-numeric: tabular-nums; }
.total { font-weight: 650; }
p { margin: 0 0 12px; }
.hint { color: var(--soft); font-size: 15px; }
.consent { display: flex; gap: 12px; align-items: flex-start; padding: 8px 0; cursor: pointer; }
.consent input { flex: none; width: 22px; height: 22px; margin: 1px 0 0; accent-color: var(--accent); }
button { min-height: 44px; padding: 10px 20px; border: 1px solid var(--accent); border-radius: 8px; background: transparent; color: var(--accent); font: inherit; font-weight: 600; cursor: pointer; }
button#submit { width: 100%; background: var(--accent); color: var(--on-accent); }
button:disabled { border-color: var(--line); background: transparent; color: var(--soft); cursor: not-allowed; }
button#submit:disabled { background: var(--line); color: var(--soft); }
.signed { margin: 0; padding: 10px 14px; border-radius: 8px; background: var(--good-ground); color: var(--good); overflow-wrap: anywhere; }
.signed em { font: italic 22px/1.3 "Brush Script MT", "Segoe Script", "Snell Roundhand", cursive; }
label { display: block; }
#card label, #form label { margin: 0 0 12px; font-size: 15px; }
#card input, #form input, #form select { display: block; width: 100%; min-height: 44px; margin-top: 4px; padding: 8px 12px; border: 1px solid var(--soft); border-radius: 8px; background: var(--sheet); color: var(--ink); font: inherit; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(120px, 1fr)); gap: 0 12px; }
.end p:empty { display: none; }
#notice { color: var(--soft); }
#problem { color: var(--bad); font-weight: 600; }
.complete #notice { padding: 14px; border-radius: 8px; background: var(--good-ground); color: var(--good); font-weight: 600; }
.actions { display: flex; flex-wrap: wrap; gap: 12px; }
button.main { background: var(--accent); color: var(--on-accent); }
main.frame { display: flex; flex-direction: column; max-width: none; height: calc(100dvh - 38px); padding: 0; }
main.frame p { margin: 8px 16px; }
main iframe { display: block; width: 100%; flex: 1; border: 0; }
h1:focus { outline: none; }
#problem:empty, [hidden] { display: none !important; }
@media (prefers-reduced-motion: no-preference) { button { transition: background-color .15s, color .15s; } }
`

export const tableStyle = `${shared}
body { font-size: 15px; line-height: 1.45; }
main { max-width: 1080px; margin: 0 auto; padding: 20px 16px 48px; }
h1 { margin: 0 0 4px; font-size: 24px; } h2 { margin: 28px 0 8px; font-size: 18px; }
p { margin: 0 0 8px; color: var(--soft); overflow-wrap: anywhere; } code { font-size: 13px; }
a { color: var(--accent); }
.box { overflow-x: auto; background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; }
table { width: 100%; border-collapse: collapse; } th, td { padding: 8px 12px; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--soft); font-size: 13px; font-weight: 600; } th.n, td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
button, select { font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--line); border-radius: 6px; padding: 4px 10px; white-space: nowrap; } button { cursor: pointer; }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; color: var(--ink); } #said { min-height: 3em; font-size: 13px; }
.bad { color: var(--bad); } .empty { padding: 16px; margin: 0; } details { max-width: 560px; } pre { margin: 6px 0; overflow-x: auto; font-size: 12px; } ul { margin: 6px 0; padding-left: 18px; }
`
