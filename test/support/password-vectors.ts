/**
 * Hashes of `correct horse battery` that other libraries made. Each was made once with the named
 * release and is checked in as it was printed:
 *
 * - Django 5.2.17: `get_hasher(…).encode(password, salt)` at a low cost, with argon2-cffi 25.1.0 and bcrypt 5.0.0
 * - Passlib 1.7.4: `passlib.hash.<scheme>.using(rounds=…).hash(password)`
 * - better-auth 1.7.6: `hashPassword` of `better-auth/crypto`
 * - Lucia 2: `generateLuciaPasswordHash`; Lucia 3: `new Scrypt().hash`, `new LegacyScrypt().hash`
 * - Oslo 1: `new Scrypt().hash` of `oslo/password`
 * - bcryptjs 3.0.3: `hash(password, 6)`; the one of Devise with 128 letters `a` appended
 * - `@node-rs/argon2` 2.2.1: `hash(password, { memoryCost, timeCost, parallelism })`
 */
export const password = 'correct horse battery'

// prettier-ignore
export const foreignHashes: readonly (readonly [library: string, hash: string])[] = [
  ['Django, PBKDF2 with SHA-256', 'pbkdf2_sha256$20000$Joy3q8vDQnVsGchNk0XhXz$cfPFPTQ89V7WXeYi1rBY4djceOVfLK+TzWkdu/U8Yg0='],
  ['Django, PBKDF2 with SHA-1', 'pbkdf2_sha1$20000$BX6it8jrUHAvlk3OgNLwgq$q7cpVOFHCw/WT/qSFcCljNEqtxQ='],
  ['Django, Argon2', 'argon2$argon2id$v=19$m=4096,t=2,p=8$YUI5OVE0ajZpS3lnb3RwMTdZZGh2Vw$UZGU437B+Xn4p0m5rF1BE32FBkcTwkpbPyQ9V41h0gw'],
  ['Django, bcrypt with SHA-256', 'bcrypt_sha256$$2b$06$4PtR9WYlIidZV4Pxspbbze1cJXaxWgy5.pVPnU3QoJhQyMNWw8xjm'],
  ['Django, bcrypt', 'bcrypt$$2b$06$dGDCji5wO4SXFiWT4vZdKO5JUceWmsgzVzXYAL9hr1pgx3CPOvV9y'],
  ['Django, scrypt', 'scrypt$1024$cyvgdHphAVsu73IlKspiRv$8$5$S0jPPj6V7Zx/bLmlzZfg9s1y1rcjOpm12uwb7kYTest3r1viWhCK0QErkceNmM0PT3kPfUthNY45SqBePU54+A=='],
  ['Passlib, PBKDF2 with SHA-256', '$pbkdf2-sha256$29000$g/Dem1OKMab0/j.n1Pp/rw$A5MBdCDLlmba6eEBHm3HdutFImcurz/JOTC5DF1PdqA'],
  ['Passlib, PBKDF2 with SHA-512', '$pbkdf2-sha512$25000$tRbiPEeIEQJAiLEWwniPsQ$cHH11czwCl6F0ZCiIUNRZjrFYBn.rTWiFbJWd.8T70PgzjzG/FruOZS7dpou3OdJJWqN6GcvAEwoVHSrZNV8ow'],
  ['Passlib, scrypt', '$scrypt$ln=14,r=8,p=1$35sTglDqHaOUMkbI+f9fSw$5z6HZTcp7o6GtzCxpyOe+RDqbaINixkWVIERQOolVTQ'],
  ['Passlib, Argon2', '$argon2id$v=19$m=65536,t=3,p=4$PUcIoTQGgNB6j7H23ntPqQ$wupsqNYG4RrwaT53j7A58kdw8E2cWrtzOub4yTnSS4c'],
  ['better-auth', 'e2f73cdf0f8cda25b8f7eac21ec68336:9c2e1e4cd6e61a2bec6139685cf12a3feb37fd2ae9ccb7ca9a72a047ce67686f7f28e45e49af1f1d1e676ff9ddc9ca65a4f3497be98828347d719919c146dd64'],
  ['Lucia 2', 's2:asb2v2fmo5z6kb93:8105a2b67ce245c3d1d881831feb3c9c80f07e41f469178682862a9c78606a974484b6707293bf2e97b23aeb704fb50fee1b242939202459a9c864965b069243'],
  ['Lucia 3', 'da30836f7a4217e1c6081456ef305948:4e7bc7eacb6280ad6bf90078a9edfc7e4b4548688cfa10e3a5fbab8d8cabad2d357025caf5336535b67b06c4ba98fbc1de117dbc3c7f0662a213757a456d3fbf'],
  ['Lucia 3, older form', 's2:c43471c9b2ffd7de277662490cb6f10e:ab2e4d75ba7af88c43b4e57f1e253c5ee523ef849aa785d324c11210b025354c076b13fbb3c7732fa0011e5c1f7342c9618e5d838ce1472c6099833837355c83'],
  ['Oslo', '572ccacbf557ee19e514c35ee1391970:4d25fafe4d4f9ee86bd490b93b2c1e49d15bfd0538238a24685e4cf448818dfc04236d7dab757b3aa94ee9e43a7529a6f3fd0d4884158bde8428a6df07bd99ae'],
  ['bcryptjs', '$2b$06$nxVvHPHq7EQ8USdzJk34JOftk68ba4EAzpMkG0oYTGOkCtdgozE.C'],
  ['PHP, which writes 2y', '$2y$06$nxVvHPHq7EQ8USdzJk34JOftk68ba4EAzpMkG0oYTGOkCtdgozE.C'],
  ['@node-rs/argon2, argon2id', '$argon2id$v=19$m=19456,t=2,p=1$Y3HUxuzhLmQrUVX8IOaTIw$gtfjv2n7Jo8PukO/50KeiHmrvFd80LLmauc4lA/b9CE'],
  ['@node-rs/argon2, argon2i', '$argon2i$v=19$m=4096,t=3,p=1$+H3cl44pjFSooL4s0RHEKA$/mjvbtVmoPbhlM8PaKld1Tn5Rj10XqFUWKX8o7KrByc'],
]

export const devise = {
  pepper: 'a'.repeat(128),
  hash: '$2b$06$3WEFD.QI04cxrK35jvHl0uf.IB8Sl6gTBsY7bH/rOtyMUU1V.lSWO',
}

/** better-auth 1.7.6 made it from a text that NFKC changes. */
export const compatible = {
  password: 'Ångström ﬁne passphrase',
  hash: 'fbd01928e3abcd9eb06384e025e2652c:9ad81edae23ad55a9aa7166d4094f9497b3a125a3a889cb12a5a043a672c612b02eacc9d898061fd0be9d991a537db74c86b7ffd2543a6977d328844064fcd3a',
}

/** The example of https://github.com/firebase/scrypt. */
export const firebase = {
  password: 'user1password',
  hash: '$firebase-scrypt$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  parameters: {
    signerKey:
      'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
    saltSeparator: 'Bw==',
    rounds: 8,
    memCost: 14,
  },
}

/** bcryptjs 3.0.3, cost 6: 72 letters `x`, and `pass`. */
export const bcryptTraps = {
  longest: '$2b$06$bWVoGys5qi9iFoDODXammeUFy17nalcIZ3.r4BFCiZJAcsGs7J9M2',
  pass: '$2b$06$CyGBGrRASiJFSwbzyFBMD.2c6T17TkZTN.fF/tBwScFHDCOxMdevW',
}
