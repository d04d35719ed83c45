// The order of search results: rules and guides before the names of the Python interface.
var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 1,
  objPrio: { 0: 1, 1: 0, 2: -1 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
  score([page, , , , score]) {
    const first = ['reference/api', 'decisions', 'reference', 'guides', 'rules'];
    return score + first.findLastIndex((folder) => page.startsWith(folder));
  },
};
