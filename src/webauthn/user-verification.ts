type Requirement = 'required' | 'preferred' | 'discouraged'

/**
 * Returns whether the authenticator is asked to verify the user. Default: `required`. The request
 * and the check always agree: what the check requires is requested, and what is requested as
 * required is checked.
 */
export function wantedVerification(
  selection: { readonly userVerification?: Requirement | undefined } | undefined,
  verification: { readonly requireUserVerification?: boolean | undefined } | undefined,
): Requirement {
  const { requireUserVerification } = verification ?? {}
  if (requireUserVerification === true) return 'required'
  return (
    selection?.userVerification ?? (requireUserVerification === false ? 'preferred' : 'required')
  )
}
