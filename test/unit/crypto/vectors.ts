/** Keys and a token made by Auth.js, which must open here as long as its cookies are alive. */
export const secret = 'test-secret-1'

export const derivations = [
  {
    label: 'authjs.session-token',
    key: '61318aa59859513c8dbd63b5ab042d4aeca243e30b284b152bf7bd6d47cf08298faf1357619d0b8c26b68192d281743fa29659955689b1cbf0d7a01e7bf1dca0',
    kid: '0XRVRx6tMyMx6ss36aL0isEBcvdl6AIkDtI0CVysFrk_Ls93eFAQNs-R4mHtlQBUemXxqZPZqOZMJxl1Y9Nr4w',
  },
  {
    label: '__Secure-authjs.session-token',
    key: '68b5f17cb52052a0cbc98d42ca58d4f36ddab35c47ab99dac52c2e1fed6a3355a22b7b22c63083807bdd902c0e590d5b19a3876c325794e71367355278435bb6',
    kid: 'LyAcKiEAvUd-TqZnUqEo4y84gzr_B8SYAojQLdQpr8hPwCCXrvaxs3f1wPd14LGsfbkBpZ4nVE3kLuNEAVkWPg',
  },
  {
    label: 'encodedState',
    key: '6d7ec73d8c709f547b4210fc0fba11d62da07e1766e83536740df99e2004c60f88215242840452ff05da15d1cce1cd6de0948131613dbcd74a958c4a100a4be1',
    kid: 'WhWgtZpPYWhYaqNARC0n73djp2RDApIQUWYlNv7QA0eakI4i65_VIFPTB3zlQSn9lLdMXAHZVaP7LAQBhjutNw',
  },
] as const

export const label = 'authjs.session-token'

/** Under `secret` and `label`. */
export const token =
  'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiMFhSVlJ4NnRNeU14NnNzMzZhTDBpc0VCY3ZkbDZBSWtEdEkwQ1Z5c0Zya19MczkzZUZBUU5zLVI0bUh0bFFCVWVtWHhxWlBacU9aTUp4bDFZOU5yNHcifQ..9h8nt-Q-eiVTF2lw5BVnpA.Aim6fuRbGUxrs7p7QRPgnoG9ZMubuMBYFHpMHnwMb5NLcpV27yvmpSkqEMAkgf760kTTZSktF6KcTrSFV_ngtp8HCb9KMGOGAf2Np_71-izKctBrGxhjBIvRFkR7KrPCDlxv0eX2uAptWK2mxvFkA3_xDqjrEt3fIqC4MfhaLAOwTC1BBYkxnN_TIO_ZJz11ZQq0yYFFqfraU5lUByVWwg.RbP8AkCetsNxGudVz-ZbLMx4WsdpNJLP_b-HJ4Ma5Iw'

export const claims = {
  name: 'Ada',
  email: 'ada@example.com',
  picture: 'p',
  sub: '42',
  iat: 1_700_000_000,
  exp: 4_102_444_800,
  jti: '00000000-0000-4000-8000-000000000000',
}
