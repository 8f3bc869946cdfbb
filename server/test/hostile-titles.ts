const STARTS = ['', 'Seiko 6139 ', '@everyone ', '# ', '/start ', '> ', '- ', '1. ', 'A'.repeat(300)]
const PARTS = [
  '@everyone @here',
  '<@123456789012345678> <@&1> <#1>',
  '<!channel> <!here> <!everyone>',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[Pay here](https://evil.example/pay)',
  'https://evil.example/?a=1&b=2',
  'evil.example/pay',
  '**bold** __u__ ~~s~~ ||spoiler|| `code` ```block```',
  '\u202Egnp.exe',
  '\u2066\u2069\u200F\u061C',
  '\u0000\u0007\u001b[31m\r\nSubject: x\n\nBcc: y',
  '\u2028\u2029\u0085',
  '👩‍👩‍👧‍👦🇺🇸🏴\u{E0067}\u{E0062}\u{E007F}',
  'Z' + '\u0301\u0316\u0327'.repeat(50),
  '\uD800 half \uDC00',
  '{{ states.sensor }} ${7*7} {% raw %}',
  'tg://user?id=1 @durov /stop',
  '"; drop table bids; --',
  "'><svg/onload=1>",
  '\u200B\u200C\uFEFFhidden',
  'ÀÉÎõü ßøå ñ Ł € ^{}[]~\\|',
  '日本の時計 Часы ساعة שעון',
  'STOP',
  'x'.repeat(2_000),
]
const ENDS = [': you won for $1,234.50', ': your bid will fail', '!', '\\']

/** Titles of auctions that try to be more than text: each part behind each start, and before each end. */
export const hostileTitles: readonly string[] = PARTS.flatMap((part) => [
  ...STARTS.map((start) => start + part),
  ...ENDS.map((end) => part + end),
])
