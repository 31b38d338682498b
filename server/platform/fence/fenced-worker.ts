/** What a fenced process sends once it has loaded: from then on it ends for what it is given, and not for itself. */
export const READY = 'ready';

/**
 * The loop of a fenced process (fenced-node.ts): answers one question after the other. An error of `answer` that it does
 * not turn into an answer ends the process, and is taken for a fault of the file.
 */
export function answerQuestions<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
): void {
  process.on('message', (question: Question) => {
    Promise.resolve(question)
      .then(answer)
      .then(
        (given) => process.send?.(given as object),
        () => process.exit(1),
      );
  });
  process.on('disconnect', () => process.exit());
  process.send?.(READY);
}
