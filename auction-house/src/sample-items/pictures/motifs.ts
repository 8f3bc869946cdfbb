/** Three shades of one hue, an accent colour and a light colour. */
export type Palette = { deep: string; main: string; soft: string; accent: string; light: string }

export const MOTIFS = {
  camera: ({ deep, main, soft, accent, light }: Palette) => `
    <rect x="152" y="92" width="70" height="34" rx="8" fill="${deep}"/>
    <rect x="95" y="112" width="210" height="122" rx="16" fill="${main}"/>
    <rect x="95" y="112" width="210" height="30" rx="14" fill="${soft}"/>
    <circle cx="200" cy="182" r="48" fill="${deep}"/><circle cx="200" cy="182" r="36" fill="#22262d"/>
    <circle cx="200" cy="182" r="22" fill="#3b4a5e"/><circle cx="190" cy="172" r="8" fill="${light}" opacity=".75"/>
    <rect x="112" y="98" width="26" height="14" rx="4" fill="${accent}"/><circle cx="276" cy="128" r="8" fill="${accent}"/>`,

  bowl: ({ deep, main, soft, accent }: Palette) => `
    <ellipse cx="200" cy="130" rx="110" ry="24" fill="${deep}"/>
    <path d="M90 130c0 66 46 104 110 104s110-38 110-104c-30 18-190 18-220 0z" fill="${main}"/>
    <path d="M97 162c40 18 166 18 206 0l-5 16c-40 16-156 16-196 0z" fill="${accent}"/>
    <path d="M106 192c36 14 152 14 188 0l-6 10c-36 12-140 12-176 0z" fill="${soft}"/>`,

  glass: ({ deep, main, soft, light }: Palette) => `
    <path d="M168 70c-6 40 14 54 10 84-4 26-30 34-30 56 0 18 22 26 52 26s52-8 52-26c0-22-26-30-30-56-4-30 16-44 10-84z" fill="${main}" opacity=".82"/>
    <ellipse cx="200" cy="70" rx="32" ry="9" fill="${deep}" opacity=".7"/>
    <path d="M160 206c0 12 16 20 40 20s40-8 40-20c-20 10-60 10-80 0z" fill="${soft}" opacity=".8"/>
    <path d="M180 88c0 34 12 48 6 76" fill="none" stroke="${light}" stroke-width="6" stroke-linecap="round" opacity=".8"/>`,

  teapot: ({ deep, main, soft, accent }: Palette) => `
    <path d="M286 150c46-8 46 60 4 62" fill="none" stroke="${deep}" stroke-width="14" stroke-linecap="round"/>
    <path d="M128 170c-30-2-34-40-58-46l-8 12c18 12 18 56 62 66z" fill="${deep}"/>
    <ellipse cx="206" cy="176" rx="92" ry="60" fill="${main}"/>
    <path d="M150 130c10-24 102-24 112 0z" fill="${soft}"/><circle cx="206" cy="106" r="10" fill="${accent}"/>
    <path d="M118 186c40 22 136 22 176 0" fill="none" stroke="${accent}" stroke-width="6"/>`,

  lamp: ({ deep, main, soft, accent, light }: Palette) => `
    <path d="M110 210L150 100h100l40 110z" fill="${light}" opacity=".35"/>
    <path d="M152 66h96l34 86H118z" fill="${main}"/><path d="M118 152h164l-4-10H122z" fill="${accent}"/>
    <rect x="194" y="152" width="12" height="40" fill="${deep}"/>
    <path d="M200 184c-26 0-34 16-30 32 3 12 12 18 30 18s27-6 30-18c4-16-4-32-30-32z" fill="${soft}"/>
    <rect x="160" y="230" width="80" height="8" rx="4" fill="${deep}"/>`,

  clock: ({ deep, main, soft, accent }: Palette) => `
    <path d="M112 236V150a88 88 0 0 1 176 0v86z" fill="${main}"/><rect x="98" y="226" width="204" height="14" rx="5" fill="${deep}"/>
    <circle cx="200" cy="152" r="62" fill="${accent}"/><circle cx="200" cy="152" r="54" fill="#fbf7ec"/>
    <path d="M200 104v8M200 192v8M152 152h8M240 152h8" stroke="${deep}" stroke-width="5" stroke-linecap="round"/>
    <path d="M200 152V120M200 152l24 16" stroke="#2b2b2b" stroke-width="6" stroke-linecap="round"/>
    <circle cx="200" cy="152" r="5" fill="${soft}"/>`,

  guitar: ({ deep, main, soft, accent }: Palette) => `
    <g transform="rotate(38 200 150)"><rect x="192" y="10" width="16" height="130" fill="${deep}"/>
    <rect x="186" y="0" width="28" height="30" rx="6" fill="${deep}"/>
    <path d="M200 118c-34 0-46 20-40 44 3 12-20 20-20 50 0 34 28 50 60 50s60-16 60-50c0-30-23-38-20-50 6-24-6-44-40-44z" fill="${main}"/>
    <circle cx="200" cy="178" r="20" fill="#2a211b"/><circle cx="200" cy="178" r="24" fill="none" stroke="${accent}" stroke-width="4"/>
    <rect x="178" y="226" width="44" height="9" rx="3" fill="${deep}"/>
    <path d="M195 20v210M200 20v210M205 20v210" stroke="${soft}" stroke-width="1.5"/></g>`,

  record: ({ deep, main, accent, light }: Palette) => `
    <rect x="84" y="70" width="168" height="168" rx="4" fill="${main}"/><path d="M84 190l168-70v118H84z" fill="${deep}" opacity=".6"/>
    <circle cx="248" cy="156" r="80" fill="#1d1d22"/>
    <g fill="none" stroke="#3a3a42" stroke-width="2"><circle cx="248" cy="156" r="68"/><circle cx="248" cy="156" r="56"/><circle cx="248" cy="156" r="44"/></g>
    <circle cx="248" cy="156" r="28" fill="${accent}"/><circle cx="248" cy="156" r="5" fill="${light}"/>`,

  books: ({ deep, main, soft, accent, light }: Palette) => `
    <rect x="92" y="104" width="40" height="132" rx="4" fill="${main}"/><rect x="134" y="84" width="46" height="152" rx="4" fill="${deep}"/>
    <rect x="182" y="112" width="34" height="124" rx="4" fill="${accent}"/><rect x="218" y="92" width="42" height="144" rx="4" fill="${soft}"/>
    <rect x="268" y="98" width="38" height="140" rx="4" fill="${main}" transform="rotate(8 287 168)"/>
    <g fill="${light}" opacity=".85"><rect x="98" y="122" width="28" height="5"/><rect x="142" y="104" width="30" height="5"/><rect x="142" y="114" width="30" height="5"/>
    <rect x="187" y="132" width="24" height="5"/><rect x="225" y="112" width="28" height="5"/><rect x="225" y="206" width="28" height="5"/></g>`,

  ring: ({ deep, main, soft, accent, light }: Palette) => `
    <circle cx="200" cy="178" r="58" fill="none" stroke="#c9a24b" stroke-width="15"/><path d="M156 146a58 58 0 0 1 40-26" fill="none" stroke="#f3dfa2" stroke-width="6" stroke-linecap="round"/>
    <path d="M166 92l18-22h32l18 22-34 40z" fill="${main}"/><path d="M166 92h68l-34 40z" fill="${deep}"/>
    <path d="M184 70l16 22 16-22z" fill="${soft}"/><path d="M186 92h28l-14 40z" fill="${accent}" opacity=".7"/><circle cx="182" cy="82" r="4" fill="${light}"/>`,

  watch: ({ deep, main, soft, accent }: Palette) => `
    <path d="M172 40h56l-6 70h-44z" fill="${main}"/><path d="M178 200h44l6 54h-56z" fill="${main}"/>
    <rect x="254" y="148" width="14" height="16" rx="3" fill="#b9bec6"/><circle cx="200" cy="156" r="58" fill="#b9bec6"/><circle cx="200" cy="156" r="48" fill="${soft}"/>
    <circle cx="200" cy="156" r="42" fill="#fbfaf5"/><path d="M200 122v6M200 184v6M166 156h6M228 156h6" stroke="${deep}" stroke-width="4"/>
    <path d="M200 156v-24M200 156h18" stroke="#2b2b2b" stroke-width="5" stroke-linecap="round"/><path d="M200 156l-14 22" stroke="${accent}" stroke-width="2.5"/>`,

  bear: ({ deep, main, soft, accent }: Palette) => `
    <circle cx="156" cy="82" r="22" fill="${main}"/><circle cx="244" cy="82" r="22" fill="${main}"/><circle cx="156" cy="82" r="11" fill="${soft}"/><circle cx="244" cy="82" r="11" fill="${soft}"/>
    <ellipse cx="200" cy="200" rx="58" ry="46" fill="${main}"/><ellipse cx="200" cy="206" rx="34" ry="30" fill="${soft}"/>
    <circle cx="200" cy="118" r="56" fill="${main}"/><ellipse cx="200" cy="134" rx="26" ry="20" fill="${soft}"/>
    <circle cx="180" cy="110" r="6" fill="#2b2422"/><circle cx="220" cy="110" r="6" fill="#2b2422"/><ellipse cx="200" cy="126" rx="8" ry="6" fill="#2b2422"/>
    <path d="M190 138q10 8 20 0" fill="none" stroke="#2b2422" stroke-width="3"/><path d="M176 168l24 10 24-10v22l-24-8-24 8z" fill="${accent}"/>
    <ellipse cx="152" cy="232" rx="22" ry="12" fill="${deep}"/><ellipse cx="248" cy="232" rx="22" ry="12" fill="${deep}"/>`,

  train: ({ deep, main, soft, accent, light }: Palette) => `
    <rect x="70" y="228" width="264" height="6" fill="#77706a"/><rect x="224" y="106" width="78" height="96" rx="6" fill="${main}"/>
    <rect x="216" y="96" width="94" height="14" rx="5" fill="${deep}"/><rect x="240" y="122" width="44" height="32" rx="3" fill="${light}"/>
    <rect x="100" y="136" width="130" height="66" rx="14" fill="${soft}"/><rect x="118" y="100" width="24" height="38" fill="${deep}"/><rect x="112" y="92" width="36" height="12" rx="4" fill="${accent}"/>
    <circle cx="180" cy="134" r="14" fill="${accent}"/><path d="M84 204h22v20z" fill="${deep}"/><rect x="96" y="196" width="206" height="12" fill="${deep}"/>
    <g fill="#33302e"><circle cx="132" cy="214" r="18"/><circle cx="180" cy="214" r="18"/><circle cx="264" cy="208" r="24"/></g>
    <g fill="${accent}"><circle cx="132" cy="214" r="6"/><circle cx="180" cy="214" r="6"/><circle cx="264" cy="208" r="8"/></g>`,

  tools: ({ deep, main, soft, accent }: Palette) => `
    <g transform="rotate(-28 200 160)"><rect x="190" y="110" width="20" height="130" rx="8" fill="#a9743f"/><rect x="148" y="78" width="92" height="38" rx="8" fill="${deep}"/><path d="M240 82l30 6v20l-30 6z" fill="${main}"/></g>
    <g transform="rotate(32 200 160)"><rect x="192" y="120" width="16" height="112" rx="6" fill="${soft}"/>
    <path d="M176 66l14 8v22h20V74l14-8c10 20 6 44-14 54h-20c-20-10-24-34-14-54z" fill="${main}"/><circle cx="200" cy="218" r="5" fill="${accent}"/></g>`,

  radio: ({ deep, main, soft, accent, light }: Palette) => `
    <path d="M258 108L312 36" stroke="#9aa0a8" stroke-width="5" stroke-linecap="round"/><circle cx="312" cy="36" r="5" fill="${accent}"/>
    <rect x="88" y="104" width="224" height="132" rx="20" fill="${main}"/><rect x="102" y="118" width="106" height="104" rx="12" fill="${deep}"/>
    <g stroke="${soft}" stroke-width="4">${[132, 146, 160, 174, 188, 202].map((y) => `<path d="M112 ${y}h86"/>`).join('')}</g>
    <rect x="220" y="122" width="78" height="38" rx="6" fill="${light}"/><path d="M228 148h62M244 132v16M260 138v10M276 132v16" stroke="#6b5f4a" stroke-width="2"/><path d="M266 126v30" stroke="#c0392b" stroke-width="3"/>
    <circle cx="240" cy="196" r="18" fill="${accent}"/><circle cx="282" cy="196" r="18" fill="${accent}"/><path d="M240 184v12M282 184l8 10" stroke="${deep}" stroke-width="4" stroke-linecap="round"/>`,

  typewriter: ({ deep, main, soft, accent }: Palette) => `
    <rect x="142" y="48" width="116" height="76" fill="#fffdf6" stroke="#ddd6c6"/><path d="M156 66h88M156 80h70M156 94h82" stroke="#c4bfb2" stroke-width="3"/>
    <rect x="96" y="112" width="208" height="22" rx="11" fill="#3a3d42"/><rect x="80" y="116" width="22" height="14" rx="5" fill="${accent}"/>
    <path d="M112 134h176l20 64H92z" fill="${main}"/><path d="M92 198h216l14 38H78z" fill="${deep}"/>
    <g fill="${soft}">${[0, 1, 2].map((row) => Array.from({ length: 8 - row }, (_, key) => `<circle cx="${122 + row * 10 + key * 22}" cy="${158 + row * 20}" r="7"/>`).join('')).join('')}</g>
    <rect x="150" y="214" width="100" height="10" rx="5" fill="${soft}"/>`,

  suitcase: ({ deep, main, soft, accent, light }: Palette) => `
    <path d="M168 96V80a10 10 0 0 1 10-10h44a10 10 0 0 1 10 10v16" fill="none" stroke="${deep}" stroke-width="10"/>
    <rect x="86" y="96" width="228" height="140" rx="16" fill="${main}"/><rect x="120" y="96" width="18" height="140" fill="${soft}"/><rect x="262" y="96" width="18" height="140" fill="${soft}"/>
    <path d="M86 158h228" stroke="${deep}" stroke-width="4"/><rect x="186" y="148" width="28" height="20" rx="4" fill="${accent}"/>
    <rect x="124" y="150" width="10" height="16" rx="2" fill="${accent}"/><rect x="266" y="150" width="10" height="16" rx="2" fill="${accent}"/>
    <circle cx="176" cy="200" r="16" fill="${light}" opacity=".9"/><rect x="208" y="188" width="36" height="24" rx="3" fill="${accent}" transform="rotate(-8 226 200)"/>`,
} as const satisfies Record<string, (palette: Palette) => string>

export type Motif = keyof typeof MOTIFS
