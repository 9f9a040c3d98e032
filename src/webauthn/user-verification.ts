type Requirement = 'required' | 'preferred' | 'discouraged'

/**
 * What is asked of the authenticator: to verify the person, unless the provider says otherwise. What
 * will be insisted on is asked for, and what is asked for as required will be insisted on.
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
