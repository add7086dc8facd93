"""What is filled in on a PDF's page: form fields, typed notes and stamps, which lie over its text.

PDFium's text is that of the page alone. So the fields are printed into the page, in memory, and
what is there then and was not before is what they say.
"""

import pypdfium2
import pypdfium2.raw as pdfium

from corpus.readers.pdf_lines import Line, lines_of

_PRINTED = frozenset(
    {pdfium.FPDF_ANNOT_WIDGET, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_STAMP}
)


def filled_in(file: pypdfium2.PdfDocument, number: int, printed: list[Line]) -> list[Line]:
    """The lines of the fields of a page; none where it has no field.

    Args:
        file: the document.
        number: of the page, from 1.
        printed: the page's own lines.
    """
    page = file[number - 1]
    try:
        if not _has_fields(page):
            return []
        if pdfium.FPDFPage_Flatten(page, pdfium.FLAT_PRINT) != pdfium.FLATTEN_SUCCESS:
            return []
    finally:
        page.close()
    page = file[number - 1]
    textpage = page.get_textpage()
    try:
        lines = lines_of(textpage)
    finally:
        textpage.close()
        page.close()
    known = set(printed)
    return [line for line in lines if line not in known]


def _has_fields(page: pypdfium2.PdfPage) -> bool:
    for index in range(pdfium.FPDFPage_GetAnnotCount(page)):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
        pdfium.FPDFPage_CloseAnnot(annotation)
        if subtype in _PRINTED:
            return True
    return False
