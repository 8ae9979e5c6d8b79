import { hash } from 'node:crypto';
import { style as shared } from '../approval/style.ts';

/* Style of a client's report page, which adds to that of the approval page. */

export const style = `${shared}
.numbers{display:grid;grid-template-columns:repeat(2,1fr);gap:8px;margin:16px 0 0;padding:0;list-style:none}
@media(min-width:640px){.numbers{grid-template-columns:repeat(4,1fr)}}
.numbers li{background:var(--surface);border:1px solid var(--border);border-radius:8px;padding:12px 16px}
.numbers strong{display:block;font-size:28px;line-height:36px;font-weight:650;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.numbers span{color:var(--muted);font-size:14px;line-height:20px}
.wide{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:15px;line-height:22px;font-variant-numeric:tabular-nums}
th,td{overflow-wrap:break-word;text-align:left;padding:8px 12px 8px 0;border-bottom:1px solid var(--border);vertical-align:top}
th{font-size:13px;line-height:18px;font-weight:600;color:var(--muted)}
tbody th{font-size:15px;line-height:22px;color:var(--text);font-weight:400}
td.n,th.n{text-align:right;padding:8px 0 8px 12px;white-space:nowrap}
tfoot th,tfoot td{border-bottom:0;font-size:15px;line-height:22px;font-weight:650;color:var(--text)}
caption{text-align:left;font-weight:600;padding:12px 0 4px}
h3+.wide table{margin-top:4px}
.bar{display:block;width:100%;height:10px;margin:6px 0 2px}
.bar rect{fill:var(--border)}.bar .used{fill:var(--brand,var(--accent))}.bar .over{fill:var(--danger)}
.contract{margin:12px 0 20px}.contract p{margin:2px 0}
.contract strong{font-variant-numeric:tabular-nums}
.flag{color:var(--danger);font-weight:600}
.head{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px 16px}
button.print{width:auto;min-height:44px;padding:8px 16px;font-weight:500}
.day{white-space:nowrap;color:var(--muted)}
.under{display:block;font-size:13px;line-height:18px;color:var(--muted)}
@media(max-width:639px){.apart{display:none}}
@media(min-width:640px){.under{display:none}}
tbody:last-child tr:last-child>*{border-bottom:0}
h1 .period{display:block;font-size:16px;line-height:24px;font-weight:400;letter-spacing:0;color:var(--muted)}
@media print{
:root{color-scheme:light;--bg:#fff;--surface:#fff;--text:#000;--muted:#444;--border:#bbb;--accent:#2450c8;--danger:#ad2420}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
main,header,footer{max-width:none;padding:0}
article{border:0;padding:0;margin:20px 0}
tr,.contract,.numbers li{break-inside:avoid}h2{break-after:avoid}
.wide{overflow:visible}button.print{display:none}
}
`;

/** Hash by which the Content-Security-Policy allows it. */
export const styleHash = `'sha256-${hash('sha256', style, 'base64')}'`;
