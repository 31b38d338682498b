/** What the list of uploads asks of the engine, which is loaded after the first screen. */

const engine = () => import('./engine.ts');

export const pauseUpload = (id: string): void => void engine().then((run) => run.pauseUpload(id));
export const resumeUpload = (id: string): void => void engine().then((run) => run.resumeUpload(id));
export const cancelUpload = (id: string): void => void engine().then((run) => run.cancelUpload(id));
export const retryUpload = async (id: string): Promise<void> => (await engine()).retryUpload(id);
export const giveFile = async (id: string, file: File): Promise<void> => (await engine()).giveFile(id, file);
export const clearUploads = (): void => void engine().then((run) => run.clearUploads());
export const restoreAgain = async (): Promise<void> => (await engine()).restoreAgain();
