export class RematchOffer {
  /** The id of the game whose notice the reader has closed. */
  dismissed = $state<string | null>(null);
}
