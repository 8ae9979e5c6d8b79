import { hash } from 'node:crypto';

/*
 * Style of the approval page: inlined, so that a phone paints it with the first response. On phones pieces have the whole width, and the
 * decisions stay at the bottom of the screen until the end of the campaign that they are about.
 */

export const style = `
:root{color-scheme:light dark;--bg:#fafaf9;--surface:#fff;--text:#1c1b1a;--muted:#5f5c58;--border:#dddad6;--accent:#2450c8;--on:#fff;
--ok:#176b36;--warn:#8a5200;--danger:#ad2420;--new:#d9f2df;--gone:#fbdedb;--tint:#eef2fd}
@media(prefers-color-scheme:dark){:root{--bg:#161514;--surface:#201f1d;--text:#f0eeec;--muted:#aba6a0;--border:#3b3936;--accent:#8fb0ff;
--on:#101626;--ok:#7ed69a;--warn:#f0b864;--danger:#ff9a92;--new:#173d22;--gone:#4a1f1c;--tint:#1e2638}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--text);font:16px/24px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main,header,footer{max-width:880px;margin:0 auto;padding:16px}
header{padding-top:24px;padding-bottom:0}footer{color:var(--muted);font-size:14px;line-height:20px}
h1{font-size:28px;line-height:36px;letter-spacing:-.01em;margin:4px 0 8px;font-weight:650}
h2{font-size:22px;line-height:30px;letter-spacing:-.01em;margin:0 0 4px;font-weight:600}
h3{font-size:14px;line-height:20px;margin:20px 0 4px;font-weight:600;color:var(--muted)}
p{margin:8px 0}.muted{color:var(--muted);font-size:14px;line-height:20px}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.prose{white-space:pre-wrap}
article,.card{background:var(--surface);border:1px solid var(--border);border-radius:8px;padding:16px;margin:16px 0}
ul.tags{list-style:none;display:flex;flex-wrap:wrap;gap:8px;margin:4px 0;padding:0}
ul.tags li{border:1px solid var(--border);border-radius:6px;padding:2px 8px;font-size:14px;line-height:20px}
dl{margin:4px 0;display:grid;grid-template-columns:auto 1fr;gap:4px 16px}dt{color:var(--muted)}dd{margin:0;font-variant-numeric:tabular-nums}
ins{background:var(--new);text-decoration:underline;text-decoration-thickness:2px;text-underline-offset:3px;border-radius:2px}
del{background:var(--gone);border-radius:2px}
.legend{font-size:14px;line-height:20px;margin:12px 0;padding:8px 12px;border:1px dashed var(--border);border-radius:6px}
.edge{height:4px;background:var(--brand,var(--accent))}
.logo{display:block;max-width:200px;max-height:64px;margin:8px 0 16px}
.pieces{margin:8px -16px;padding:0;list-style:none;display:grid;gap:24px}
.pieces li{min-width:0}figure{margin:0}
.frame{position:relative;background:var(--bg)}
.frame img,video{display:block;width:100%;height:auto}
video{max-height:90vh;background:#000}
.frame.point{cursor:crosshair}
.pins{position:absolute;inset:0;width:100%;height:100%;overflow:visible;pointer-events:none}
.pins circle{fill:var(--brand,var(--accent));stroke:#fff;stroke-width:2}
.pins text{fill:var(--on-brand,var(--on));font:600 14px/1 system-ui,sans-serif;text-anchor:middle}
.pins .new circle{fill:var(--warn)}.pins .new text{fill:var(--surface)}
.pdf{display:grid;gap:16px;padding:16px;background:var(--bg);border-block:1px solid var(--border)}
.pdf>*{min-width:0}.pdf p{margin:0}
.sheet{background:#fff;box-shadow:0 1px 4px #0004;color:#5f5c58}
.sheet.point{cursor:crosshair}
.sheet-foot{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:0 16px;font-size:14px;line-height:20px;color:var(--muted)}
.pdf button.link,.skip{min-height:44px;font-weight:400;display:inline-flex;align-items:center;font-size:14px}
.pin,.pdf button.pin{position:absolute;display:grid;place-items:center;width:28px;height:28px;min-height:0;padding:0;margin:-14px 0 0 -14px;border:2px solid #fff;border-radius:50%;background:var(--brand,var(--accent));color:var(--on-brand,var(--on));font:600 14px/1 system-ui,sans-serif}
.pdf button.pin{background:var(--warn)}
.blank{display:grid;place-items:center;min-height:160px;background:var(--bg);color:var(--muted);font-size:24px;font-weight:600;border-block:1px solid var(--border)}
figcaption,.gone,.comments,.choice,.add{margin:8px 16px}
figcaption,.gone{font-size:14px;line-height:20px}.pieces a{color:var(--accent)}
.answer{margin:4px 0 0;padding-left:12px;border-left:3px solid var(--brand,var(--accent))}
.comments{padding-left:24px}.comments li{margin:8px 0;white-space:pre-line}
.choice{border:0;padding:0;display:flex;flex-wrap:wrap;gap:0 16px}
.choice label{display:flex;align-items:center;gap:8px;font-weight:400;min-height:44px;margin:0}
input[type=radio]{width:20px;height:20px;min-height:0;accent-color:var(--brand,var(--accent));flex:none}
summary{cursor:pointer;min-height:44px;display:flex;align-items:center;color:var(--accent);font-weight:600}
.add form{margin:0;border:0;padding:0}
button.link{display:inline;width:auto;min-height:0;padding:0;border:0;background:none;color:var(--accent);text-decoration:underline}
.rounds{display:grid;gap:16px;margin:12px 0;padding:12px;background:var(--bg);border-radius:8px}
@media(min-width:640px){.rounds{grid-template-columns:1fr 1fr}}
.rounds section{min-width:0}.rounds h3{margin-top:0}
.thumbs{display:flex;flex-wrap:wrap;gap:8px;margin:4px 0;padding:0;list-style:none;font-size:14px;line-height:20px}
.thumbs img{display:block;height:72px;max-width:120px;object-fit:cover;border-radius:4px;border:1px solid var(--border)}
.state{font-weight:600}.state.approved{color:var(--ok)}.state.changes{color:var(--warn)}.state.rejected{color:var(--danger)}
.receipt{border:2px solid var(--ok);border-radius:8px;padding:12px 16px;margin:16px 0 0;background:var(--bg)}
.receipt.changes{border-color:var(--warn)}.receipt.rejected{border-color:var(--danger)}
blockquote{margin:8px 0;padding:0 0 0 12px;border-left:3px solid var(--border);white-space:pre-wrap}
form{margin-top:20px;border-top:1px solid var(--border);padding-top:12px}
label{display:block;font-weight:600;margin:12px 0 4px}
input,textarea{font:inherit;color:inherit;background:var(--bg);border:1px solid var(--muted);border-radius:6px;padding:10px 12px;width:100%;min-height:44px}
textarea{min-height:96px;resize:vertical}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
button,.button{font:inherit;font-weight:600;min-height:48px;padding:10px 16px;border-radius:8px;border:1px solid var(--border);background:var(--surface);color:var(--text);cursor:pointer;width:100%;display:inline-block;text-align:center;text-decoration:none}
button.approved,.button{background:var(--brand,var(--accent));border-color:var(--brand,var(--accent));color:var(--on-brand,var(--on))}
button.rejected{color:var(--danger)}button[disabled]{opacity:.6}
.buttons{display:grid;gap:8px;margin-top:16px}
@media(min-width:520px){.buttons{grid-template-columns:repeat(3,1fr)}}
.error{border:2px solid var(--danger);border-radius:8px;padding:12px 16px;background:var(--surface)}
.notice{border-radius:8px;padding:12px 16px;background:var(--tint);margin-top:16px}
@media(max-width:639px) and (min-height:480px){
html{scroll-padding-bottom:96px}
article{margin-inline:-16px;border-inline:0;border-radius:0}
article>form{display:contents}
article>form>.buttons{position:sticky;bottom:0;z-index:2;grid-template-columns:1fr auto auto;margin:16px -16px -16px;padding:10px 16px;padding-bottom:calc(10px + env(safe-area-inset-bottom));background:var(--surface);border-top:1px solid var(--border)}
article>form>.buttons button{overflow-wrap:normal;padding:4px 10px;font-size:14px;line-height:18px}}
progress{width:100%;height:8px;accent-color:var(--accent)}
nav ol{margin:8px 0;padding-left:24px}nav a{color:var(--accent);display:inline-block;padding:4px 0}
`;

/** Hash by which the page's Content-Security-Policy allows it. */
export const styleHash = `'sha256-${hash('sha256', style, 'base64')}'`;
