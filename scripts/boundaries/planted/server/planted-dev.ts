// planted: shipped-needs-dependencies
import { PDFDocument } from 'pdf-lib';
export const made = PDFDocument;
