/** A reason not to start that whoever runs Bidwell can act on: one sentence, printed as it is, without a stack. */
export class Refusal extends Error {
  override name = 'Refusal'
}
