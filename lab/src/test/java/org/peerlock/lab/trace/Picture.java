package org.peerlock.lab.trace;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** An SVG as a test sees it. */
final class Picture {

    private final String text;
    private final Document document;

    /** Fails if the text is not well-formed. */
    Picture(String text) throws Exception {
        this.text = text;
        document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(text)));
    }

    String text() {
        return text;
    }

    /** How many elements are of a class. */
    int count(String kind) {
        return elements(kind).size();
    }

    /** What stands in the elements of a class. */
    List<String> texts(String kind) {
        return elements(kind).stream()
                .map(element -> element.getTextContent().strip())
                .toList();
    }

    /** How the lines of a class go. */
    List<String> paths(String kind) {
        return elements(kind).stream().map(element -> element.getAttribute("d")).toList();
    }

    private List<Element> elements(String kind) {
        List<Element> found = new ArrayList<>();
        NodeList all = document.getElementsByTagName("*");
        for (int i = 0; i < all.getLength(); i++) {
            Element element = (Element) all.item(i);
            if (element.getAttribute("class").equals(kind)) {
                found.add(element);
            }
        }
        return found;
    }
}
