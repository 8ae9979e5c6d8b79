import { hash } from 'node:crypto';

/* Style of the documents: inlined into each page, so that it arrives with the first response. */

export const style = `
:root{color-scheme:light dark;--bg:light-dark(#fbfbfd,#17181d);--surface:light-dark(#f2f3f7,#1f2127);--text:light-dark(#1b1d26,#ebecf1);
--muted:light-dark(#4c505e,#b3b7c4);--border:light-dark(#dfe1e8,#363943);--accent:light-dark(#2b4fc7,#93b0ff)}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:16px}
body{margin:0;background:var(--bg);color:var(--text);font:16px/26px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:break-word}
a{color:var(--accent);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:16px;top:8px;background:var(--bg);padding:4px 8px}
header{display:flex;flex-wrap:wrap;gap:4px 20px;align-items:baseline;padding:12px 24px;border-bottom:1px solid var(--border)}
header strong{margin-right:auto}header a{color:inherit;text-decoration:none}header a:hover{text-decoration:underline}
.page{display:grid;grid-template-columns:minmax(0,1fr);max-width:1160px;margin:0 auto;padding:0 24px 64px}
.contents{font-size:14px;line-height:20px;color:var(--muted);margin-top:16px}
.contents ol{list-style:none;margin:8px 0;padding:0}.contents li{padding:3px 0}.contents .inner{padding-left:14px}
.contents a{color:inherit;text-decoration:none}.contents a:hover{color:var(--accent);text-decoration:underline}
.contents summary{cursor:pointer}.contents p,.contents summary{font-weight:600}
.beside{display:none}
@media(min-width:1000px){.page{grid-template-columns:minmax(0,1fr) 232px;gap:56px}.above{display:none}
.beside{display:block;order:2;margin:0;padding:20px 0;position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto}}
h1,h2,h3,h4{line-height:1.3;font-weight:600;margin:36px 0 12px}
h1{font-size:30px;margin-top:28px}h2{font-size:23px;padding-top:12px;border-top:1px solid var(--border)}h3{font-size:18px}h4{font-size:16px}
h2 a,h3 a,h4 a{color:inherit;text-decoration:none}h2 a:hover,h3 a:hover,h4 a:hover{text-decoration:underline}
p,ul,ol,pre,.wide,blockquote{margin:12px 0}
ul,ol{padding-left:24px}li{margin:4px 0}
code{font:.88em/1.5 ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,monospace;background:var(--surface);border-radius:4px;padding:1px 3px;overflow-wrap:anywhere}
pre{background:var(--surface);border:1px solid var(--border);border-radius:8px;padding:12px 16px;overflow:auto}
pre code{background:none;padding:0;font-size:13.5px;overflow-wrap:normal}
.wide{overflow:auto}
table{border-collapse:collapse;font-size:15px;line-height:22px}
th,td{border:1px solid var(--border);padding:6px 12px;text-align:left;vertical-align:top}th{background:var(--surface);font-weight:600}
td code{overflow-wrap:normal}
blockquote{border-left:3px solid var(--border);padding-left:16px;color:var(--muted)}
img{max-width:100%;height:auto}
hr{border:0;border-top:1px solid var(--border)}
@media print{header,.contents{display:none}}
`;

/** Content-Security-Policy of the pages: only their inline style, and images of this service. No scripts. */
export const documentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "img-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
